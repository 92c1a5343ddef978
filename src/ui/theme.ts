/** Section 4 of the specification: stored under `theme`; system, light or dark. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
const KEY = 'theme'
/** The paper of styles.css, for the browser's own bars. */
export const THEME_COLORS = { light: '#fbf9f5', dark: '#17110d' }

/** Runs in the head before the first paint: no flash of the wrong theme, neither in the page nor in the bars around it. */
export const themeScript = `try{var t=localStorage.getItem('${KEY}'),d=t==='dark'||t!=='light'&&matchMedia('(prefers-color-scheme:dark)').matches;document.documentElement.classList.toggle('dark',d);document.querySelector('meta[name=theme-color]').content=d?'${THEME_COLORS.dark}':'${THEME_COLORS.light}'}catch(e){}`

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    // Storage can be forbidden; the system's theme is then the only one.
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

/** Keeps the choice and shows it at once, in other tabs too (they hear of it by the storage event). */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Forbidden storage: the choice lasts as long as the page.
  }
  applyTheme(theme)
  window.dispatchEvent(new Event('themechange'))
}

/** Calls back when the theme changes: here, in another tab, or of the system. For `useSyncExternalStore`. */
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
