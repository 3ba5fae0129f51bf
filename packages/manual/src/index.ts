export { Manual, type ManualSources } from './manual.ts';
export type { SettingTexts } from './settings-page.ts';
