export { errorPage } from './error-page.ts';
export { Manual, type ManualSources } from './manual.ts';
export { type SettingTexts, settingsPage } from './settings-page.ts';
