/** The themes, stored under `theme` (section 4 of the specification). */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
const KEY = 'theme'
/** `--paper` of styles.css, for the browser's toolbar. */
export const THEME_COLORS = { light: '#fbf9f5', dark: '#17110d' }

/** Runs in the head before the first paint, to prevent a flash of the wrong theme. */
export const themeScript = `try{var t=localStorage.getItem('${KEY}'),d=t==='dark'||t!=='light'&&matchMedia('(prefers-color-scheme:dark)').matches;document.documentElement.classList.toggle('dark',d);document.querySelector('meta[name=theme-color]').content=d?'${THEME_COLORS.dark}':'${THEME_COLORS.light}'}catch(e){}`

/** The chosen theme; `system` if none is or the storage is blocked. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    // Storage may be forbidden: only the system's theme is available then.
    return 'system'
  }
}

function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', isDark)
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', isDark ? THEME_COLORS.dark : THEME_COLORS.light)
}

/** Stores and applies the theme, in other tabs too (by the storage event). */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is forbidden: the choice lasts until the next reload.
  }
  applyTheme(theme)
  window.dispatchEvent(new Event('themechange'))
}

/** Calls `onChange` when the theme changes: here, in another tab, or in the system. For `useSyncExternalStore`. */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const react = () => {
    applyTheme(readTheme())
    onChange()
  }
  window.addEventListener('themechange', react)
  window.addEventListener('storage', react)
  system.addEventListener('change', react)
  return () => {
    window.removeEventListener('themechange', react)
    window.removeEventListener('storage', react)
    system.removeEventListener('change', react)
  }
}
