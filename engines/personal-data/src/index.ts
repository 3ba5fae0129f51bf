export { findPersonalData, preparePersonalData } from './find-personal-data.ts';
export { maskPersonalDataInJson } from './mask-json.ts';
export { maskPersonalData } from './mask-personal-data.ts';
export { type PersonalDataKind, type PersonalDatum, personalDataKinds } from './personal-data-kinds.ts';
