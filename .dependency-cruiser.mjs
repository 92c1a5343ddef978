import { FLOORS } from './scripts/house/floors.ts'

// The architecture, executable: who may import whom (README, "Work on it"). A floor knows only the floors below it; routes
// open pages; pages use rpc, auth, ui; leaves know nobody. Every rule says what is forbidden.
// `src/<floor>/<subject>/` of the floors above the base, and what of it has rules of its own: programs and files.
const SUBJECTS = `^src/(?:${FLOORS.slice(1).join('|')})/(?!cli/|updater/|drive/|formats/|service-worker/)`

// What a noun says of itself (`nouns.ts`) is derived from everywhere, as messages are: it knows words and types alone.
const DECLARATIONS = `^src/(nouns|(${FLOORS.join('|')})/[\\w/-]+\\.(noun|nouns|words))\\.ts$`
const LEAVES = ['^src/base/(errors|i18n|lib)/', DECLARATIONS]
const TYPES_ONLY = ['type-only']

// What puts the product together may know every floor, and no floor knows it, save the declarations of nouns. The command line
// puts it together as the servers do.
const COMPOSITION = '^src/(routes/|shell/|[^/]+$)'

/** A floor knows only those before it (docs/decisions/0035). */
const floors = FLOORS.map((floor, at) => ({
  name: `floors: ${floor}`,
  severity: 'error',
  from: { path: `^src/${floor}/`, pathNot: ['\\.test[.-]', '^src/operations/cli/'] },
  to: {
    path: [COMPOSITION, ...FLOORS.slice(at + 1).map((above) => `^(src|messages)/${above}/`), '^messages/shell/'],
    pathNot: ['\\.(noun|nouns)\\.ts$', '^src/nouns\\.ts$'],
  },
}))

/** Whoever lies in `from` may import only from `to` (besides itself and packages). */
const only = (name, from, to, more = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test(-kit)?\\.tsx?$', ...more.from },
  to: { path: '^(src|messages|drizzle|scripts|e2e)/', pathNot: [from, ...to.flat()], ...more.to },
})

export default {
  forbidden: [
    ...floors,
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Imports of types count. The generated tree of routes and the router know each other.',
      from: { pathNot: '^src/(router\\.tsx|routeTree\\.gen\\.ts)$' },
      to: { circular: true },
    },
    // The file of a package that lists its files (`exports`) is not found behind a query; the build finds it, or fails.
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.wasm\\?url$' } },
    {
      name: 'nobody-imports-routes',
      severity: 'error',
      from: { pathNot: '^src/(routes/|router\\.tsx$|routeTree\\.gen\\.ts$)' },
      to: { path: '^src/(routes/|routeTree\\.gen)' },
    },
    only('routes', '^src/routes/(?!api/|\\[\\.\\]well-known|manifest\\[\\.\\])', [
      `${SUBJECTS}.*(-page\\.tsx|\\.(data|schema|slots)\\.ts)$`,
      '^src/lending/lending\\.guard\\.ts$',
      // The handlers of native form posts; they stay on the server.
      '^src/(people/(login/login|account/account)|operations/setup/setup-form|lending/loan/own/own-loan-form)\\.server\\.ts$',
      '^src/(shell|base/ui)/',
      '^src/kit/slice\\.ts$',
      '^src/base/auth/(browser/guard|onboarded|permissions|credentials\\.schema|name\\.schema)\\.ts$',
      LEAVES,
    ]),
    only('api-routes', '^src/routes/(api/|\\[\\.\\]well-known|manifest\\[\\.\\])', ['\\.server\\.ts$', LEAVES]),
    {
      name: 'subjects-know-others-by-schema-data-and-shared',
      severity: 'error',
      from: { path: `${SUBJECTS}([^/]+)/`, pathNot: '\\.test\\.tsx?$' },
      // `shared/` holds what a subject offers to the pages of others: the dot of a genre, a panel of activity.
      to: {
        path: SUBJECTS,
        pathNot: [
          '^src/\\w+/$1/',
          '\\.(noun|words|schema|data|slots)\\.ts$',
          `${SUBJECTS}[^/]+/shared/`,
          '^src/kit/(slice|slot)\\.',
        ],
      },
    },
    only(
      'subjects',
      `${SUBJECTS}.*(?<!\\.server)\\.tsx?$`,
      [
        SUBJECTS,
        '^src/base/formats/file-table\\.ts$',
        // The handlers in `.data.ts` stay on the server.
        '^src/base/rpc/call-procedure\\.server\\.ts$',
        '^src/base/rpc/[\\w-]+-middleware\\.ts$',
        '^src/base/auth/(browser/calls|browser/passkey-calls|browser/client|browser/guard|permissions)\\.ts$',
        '^src/base/auth/.*\\.schema\\.ts$',
        '^src/base/ui/',
        LEAVES,
      ],
      { from: { pathNot: ['\\.test(-kit)?\\.tsx?$', '\\.server\\.ts$'] } },
    ),
    only('subjects-server', `${SUBJECTS}.*\\.server\\.ts$`, [
      SUBJECTS,
      '^src/base/formats/',
      '^src/base/(rpc|rest|auth|csv|db|mail|env)/',
      '^src/base/openapi/(document-problems|rest-routes)\\.server\\.ts$',
      LEAVES,
    ]),
    only('shell', '^src/shell/', [
      '^src/noun-words\\.ts$',
      `${SUBJECTS}(.*\\.(data|slots)\\.ts$|[^/]+/shared/)`,
      '^src/kit/slice\\.ts$',
      '^src/base/auth/(browser/session-signal|permissions)\\.ts$',
      '^src/base/ui/',
      '^src/styles\\.css$',
      '^src/fonts/',
      LEAVES,
    ]),
    only('auth', '^src/base/auth/', ['^src/base/(db|mail|env)/', LEAVES]),
    only('rest', '^src/base/rest/', ['^src/base/(rpc|auth|db)/', LEAVES]),
    only('openapi', '^src/base/openapi/', ['^src/base/(rpc|auth)/', LEAVES]),
    only('rpc', '^src/base/rpc/', [
      '^src/base/auth/',
      '^src/base/db/(constraint|unavailable)-error\\.server\\.ts$',
      // A procedure says whether it may be read from the replica.
      '^src/base/db/replica/(replica|own-writes)\\.server\\.ts$',
      // Whether the library lends.
      '^src/base/db/library-settings\\.server\\.ts$',
      LEAVES,
    ]),
    only('mail', '^src/base/mail/', ['^src/base/env/', LEAVES]),
    only('tracing', '^src/base/tracing/', [LEAVES]),
    only('metrics', '^src/base/metrics/', ['^src/base/(db|env)/', LEAVES]),
    only('formats', '^src/base/formats/', ['^src/base/(csv|lib)/']),
    only('http', '^src/base/http/', [
      '^src/base/(auth|env|rpc|rest)/',
      '^src/base/db/(library-settings|unavailable-error|backup/restore-state|connection/start-phase|replica/own-writes)\\.server\\.ts$',
      LEAVES,
    ]),
    only('csv', '^src/base/csv/', []),
    only('db', '^src/base/db/', ['^src/base/env/', '^messages/base/', LEAVES]),
    only('ui', '^src/base/ui/', [LEAVES]),
    only('leaves', '^src/base/(errors|i18n|lib|env)/', ['^src/base/(errors|i18n|lib|env)/', DECLARATIONS]),
    only('declarations', DECLARATIONS, ['^src/base/(i18n|lib)/', '(\\.schema|-labels)\\.ts$']),
    only('schemas', '^src/.*\\.schema\\.ts$', ['\\.schema\\.ts$', LEAVES]),
    {
      name: 'areas-stay-apart',
      severity: 'error',
      from: { path: `${SUBJECTS}[^/]+/(reader|manager)/` },
      to: { path: `${SUBJECTS}[^/]+/(reader|manager)/`, pathNot: `${SUBJECTS}[^/]+/$1/` },
    },
    {
      name: 'testing-serves-all',
      severity: 'error',
      comment: 'What journeys, measures, pictures and tests share knows none of them.',
      from: { path: '^testing/' },
      to: { path: '^(e2e|bench|scripts)/' },
    },
    {
      name: 'tools-stay-apart',
      severity: 'error',
      comment: 'What two of them need is in testing/ or in src/test/.',
      from: { path: '^(src|e2e|bench)/' },
      to: { path: '^(e2e|bench)/', pathNot: '^$1/' },
    },
    {
      name: 'browser-without-server',
      severity: 'error',
      comment: 'Handlers in .data.ts, routes and start.ts are stripped from the browser by TanStack Start.',
      from: {
        path: ['^src/(shell|base/formats|base/(ui|errors|i18n|lib|auth))/', SUBJECTS],
        pathNot: ['\\.server\\.tsx?$', '\\.data\\.ts$', '\\.test\\.tsx?$', '^src/base/i18n/paraglide/'],
      },
      to: { path: '(\\.server\\.tsx?$|^src/base/db/)', dependencyTypesNot: TYPES_ONLY },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(src/base/i18n/paraglide|scripts/planted|scripts/noun/template|e2e/generated-client)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
