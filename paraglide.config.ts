import { fileURLToPath } from 'node:url'
import type { CompilerOptions } from '@inlang/paraglide-js'

/**
 * How the files of messages/ become typed functions. The locale comes from base/i18n/locale (cookie, then
 * Accept-Language), never from Paraglide's own strategies: server and browser must say the same.
 */
export const paraglideOptions: CompilerOptions = {
  project: fileURLToPath(new URL('./project.inlang', import.meta.url)),
  outdir: fileURLToPath(new URL('./src/base/i18n/paraglide', import.meta.url)),
  strategy: ['baseLocale'],
  emitReadme: false,
  emitPrettierIgnore: false,
  disableAsyncLocalStorage: true,
  // The command line has no bundler, and no `import.meta.env`.
  isServer: 'import.meta.env?.SSR !== false',
}
