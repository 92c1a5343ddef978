/** Section 4 of the specification: stored under `theme`; system, light or dark. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
const KEY = 'theme'

/** Runs in the head before the first paint: no flash of the wrong theme, and the time zone for the server. */
export const themeScript = `try{var t=localStorage.getItem('${KEY}'),d=t==='dark'||t!=='light'&&matchMedia('(prefers-color-scheme:dark)').matches;document.documentElement.classList.toggle('dark',d)}catch(e){}`

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    // Storage can be forbidden; the system's theme is then the only one.
    return 'system'
  }
}

export function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', isDark)
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
