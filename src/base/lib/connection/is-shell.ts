import { SHELL_PATH } from './shell-path.ts'

/**
 * Whether the document is the shell, which the service worker shows in place of a page that could not be loaded: it is
 * not what React draws first for the address. Read before the page comes to life.
 */
export const isShell: boolean =
  typeof document !== 'undefined' &&
  document.querySelector('[data-shell]') !== null &&
  !location.pathname.startsWith(SHELL_PATH)
