import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { basename } from 'node:path'
import { defineConfig } from 'vite'
import { paraglideOptions } from './paraglide.config.ts'

// What every page needs, and what five share: in one file each it compresses by a tenth better than in the dozens
// into which it falls by itself. The virtual rows of long lists come when a list is long.
const BASE =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack(?![\\/](react-virtual|virtual-core|react-router[\\/]dist[\\/]esm[\\/]useBlocker))|seroval|seroval-plugins|zod)[\\/]/
// Shared by many pages, but by none before sign-in: the login comes without it.
const LIBRARY = new RegExp(
  [
    // What a noun says of itself comes with permissions.
    'src/features/(book|genre|activity|user)/(?!\\w+\\.noun\\.)',
    'src/noun-words\\.',
    'src/auth/name\\.',
    'src/i18n/(field-text|format|role-word)\\.',
    'src/lib/(clock|schema-meta|draft-merge|growing-query|list-input)\\.',
    'react-router/dist/esm/useBlocker',
    'src/i18n/paraglide/messages/(account|activity|book|conflict|cursor|field|genre|list|merged|nav_api|onboarding|role|scope|title|unsaved|user(?!_sessions)|validation_(array|date|number|unknown))',
    'src/ui/(avatar|confirm|emphasized|empty|load|manager|missing|panel|use-(bar|refresh|stable))',
    'src/ui/form/(conflict|form-alert|merge|unsaved|use-(merged|saved|unsaved))',
    'src/ui/list/(growing|highlighted|list|load|row|use-(growing|list|row))',
  ].join('|'),
)
const GROUPS = [
  { name: 'base', test: BASE },
  { name: 'shared', test: (id: string) => !LIBRARY.test(id.replaceAll('\\', '/')), minShareCount: 5 },
  { name: 'library', minShareCount: 5 },
]

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    paraglideVitePlugin(paraglideOptions),
    tanstackStart({
      srcDirectory: 'src',
      serverFns: {
        base: '/_serverFn',
        // `book.listBooks`: readable, and the same from build to build.
        generateFunctionId: ({ filename, functionName }) =>
          `${basename(filename).split('.')[0]}.${functionName.replace(/_createServerFn_handler$/, '')}`,
      },
      router: {
        routeFileIgnorePattern: '\\.(test|css)\\.',
        codeSplittingOptions: {
          // What only those who are signed in open costs nobody at the door anything: not even its loaders.
          splitBehavior: ({ routeId }) =>
            /^\/(app|manager|api\/docs)\b/.test(routeId) ? [['loader', 'component', 'notFoundComponent']] : undefined,
        },
      },
    }),
    react({ compiler: true }),
  ],
  build: {
    target: ['chrome107', 'safari16', 'firefox104'],
    assetsInlineLimit: 0,
    // Timings of the plugins are no news to an operator.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
    // The built server carries its packages: reading their 700 modules takes twice the memory and the time.
    ssr: { resolve: { noExternal: command === 'build' ? true : [] } },
  },
  // The command line, the tests and the pictures change these; the page does not depend on them.
  server: { watch: { ignored: ['**/data/**', '**/screens/**', '**/test-results/**'] } },
}))
