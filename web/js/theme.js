// @ts-check
// Light, dark, or as the system says.

import { setting } from './dom.js';

const THEMES = ['auto', 'light', 'dark'];

export const themeName = () => setting.get('theme', 'auto');

export function applyTheme() {
  const theme = themeName();
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function nextTheme() {
  setting.set('theme', THEMES[(THEMES.indexOf(themeName()) + 1) % THEMES.length]);
  applyTheme();
}
