import { stored } from './stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The reader's choice. Default: as the system is set. */
export const theme = stored<Theme>('theme', (text) => themes.find((one) => one === text) ?? 'system');

/** Puts the theme on the page, and keeps it right when the choice or the system changes. */
export function applyTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = theme.get();
    const isDark = chosen === 'dark' || (chosen === 'system' && system.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  apply();
  theme.subscribe(apply);
  system.addEventListener('change', apply);
}
