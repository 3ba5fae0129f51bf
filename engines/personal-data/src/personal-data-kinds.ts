/** The kinds of personal data that are found, the surest first: where two overlap, the earlier kind has the place. */
export const personalDataKinds = [
  'secret',
  'email',
  'iban',
  'card',
  'national_id',
  'date_of_birth',
  'phone',
  'ip_address',
  'address',
  'name',
] as const;
export type PersonalDataKind = (typeof personalDataKinds)[number];

/** A piece of personal data. `start` and `end` are UTF-16 offsets into the text. */
export interface PersonalDatum {
  kind: PersonalDataKind;
  start: number;
  end: number;
}
