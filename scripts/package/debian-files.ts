import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { sizeOf } from '../image-tree.ts'
import { install, write } from './install-file.ts'
import { manualOf } from './manual.ts'

/** A file of the sources of the package. */
const sourceFile = (name: string): string => join(projectRoot, 'deploy/debian', name)

/** Where the product lies, whole and read-only. */
export const LIBRARY = 'usr/lib/maktaba'
const DOCS = 'usr/share/doc/maktaba'

/** What a package is called. */
export interface PackageName {
  /** As Debian has it: `0.2.0+20261129205058.4cf76161-1`. */
  version: string
  architecture: string
  /** When its sources were committed, in seconds since 1970. */
  time: number
}

/** The unit, the settings, the command and the entry of the desktop's menu. */
export function writeSystemFiles(root: string): void {
  install(sourceFile('package.env'), join(root, LIBRARY, 'package.env'), 0o644)
  install(sourceFile('open-library'), join(root, LIBRARY, 'bin/open-library'), 0o755)
  for (const name of ['show-code', 'read-code']) install(sourceFile(name), join(root, LIBRARY, 'bin', name), 0o755)
  install(sourceFile('maktaba-code.desktop'), join(root, 'usr/share/applications/maktaba-code.desktop'), 0o644)
  const policy = 'example.maktaba.policy'
  install(sourceFile(policy), join(root, 'usr/share/polkit-1/actions', policy), 0o644)
  install(sourceFile('maktaba'), join(root, 'usr/bin/maktaba'), 0o755)
  // Not in /etc: dpkg would stop an update with a question where a changed file of settings has changed here too.
  install(sourceFile('maktaba.env'), join(root, 'usr/share/maktaba/maktaba.env'), 0o644)
  install(sourceFile('libraries.env'), join(root, 'usr/share/maktaba/libraries.env'), 0o644)
  install(sourceFile('closed.html'), join(root, 'usr/share/maktaba/closed.html'), 0o644)
  install(join(projectRoot, 'deploy/Caddyfile'), join(root, 'usr/share/maktaba/Caddyfile'), 0o644)
  install(sourceFile('maktaba.desktop'), join(root, 'usr/share/applications/maktaba.desktop'), 0o644)
  install(join(projectRoot, 'public/icon.svg'), join(root, 'usr/share/icons/hicolor/scalable/apps/maktaba.svg'), 0o644)
  const unit = packagedUnit()
  write(join(root, 'lib/systemd/system/maktaba.service'), unit)
  write(join(root, 'lib/systemd/system/maktaba@.service'), libraryUnit(unit))
  const units = ['maktaba@.socket', 'maktaba-waiting@.service', 'maktaba-keep.service']
  const watched = ['maktaba-update', 'maktaba-drive'].flatMap((name) => [`${name}.path`, `${name}.service`])
  for (const name of [...units, ...watched]) install(sourceFile(name), join(root, 'lib/systemd/system', name), 0o644)
  install(sourceFile('maktaba-drive.conf'), join(root, 'usr/lib/tmpfiles.d/maktaba-drive.conf'), 0o644)
}

/** deploy/maktaba.service with the paths of the package. */
function packagedUnit(): string {
  const source = readFileSync(join(projectRoot, 'deploy/maktaba.service'), 'utf8')
  const changed = [
    [/^(#.*\n)+/, '# Maktaba from its Debian package.\n'],
    [/^Documentation=.*$/m, `Documentation=file:///${DOCS}/operations.md`],
    [/^WorkingDirectory=.*$/m, `WorkingDirectory=/${LIBRARY}`],
    [/^Environment=DATA_DIR=.*$/m, `EnvironmentFile=/${LIBRARY}/package.env`],
    [/^EnvironmentFile=\/etc\/maktaba.env$/m, 'EnvironmentFile=/etc/maktaba/maktaba.env'],
    [/^# Node 24 .*\nExecStart=.*$/m, `ExecStart=/${LIBRARY}/bin/node dist/server/server.js`],
  ] as const
  return withLines(source, changed)
}

/** The unit of each of many libraries on one machine, which share a PostgreSQL of the machine's own. */
const libraryUnit = (unit: string): string =>
  withLines(unit, [
    [/^#.*$/m, '# One of many libraries on this machine: maktaba library add'],
    [/^Description=.*$/m, 'Description=Maktaba, the library %i'],
    [
      /^User=.*$/m,
      'User=maktaba-%i\n# Where its proxy reaches it, unless its settings have a port.\nSockets=maktaba@%i.socket',
    ],
    [
      /^EnvironmentFile=\/etc\/.*$/m,
      'EnvironmentFile=/etc/maktaba/libraries.env\nEnvironmentFile=/etc/maktaba/libraries/%i.env',
    ],
    [/^StateDirectory=.*$/m, 'StateDirectory=maktaba-libraries/%i'],
    [/^# What the menu .*\nRuntimeDirectory=.*\nRuntimeDirectoryMode=.*\n/m, ''],
    [
      /^# The heap .*\nMemoryHigh=.*\nMemoryMax=.*$/m,
      '# One that misbehaves is stopped before its neighbours miss it.\nMemoryHigh=384M\nMemoryMax=512M',
    ],
  ])

function withLines(unit: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((text, [line, by]) => {
    if (!line.test(text)) throw new Error(`deploy/maktaba.service has no line ${line}`)
    return text.replace(line, by)
  }, unit)
}

/** The handbook, the manual page of the command, what is new, and what the product is made of. */
export function writeDocs(root: string, name: PackageName): void {
  const docs = join(root, DOCS)
  const pages = readdirSync(join(projectRoot, 'docs')).filter((page) => page.endsWith('.md'))
  for (const page of pages) install(join(projectRoot, 'docs', page), join(docs, page), 0o644)
  install(join(projectRoot, 'LICENSE'), join(docs, 'copyright'), 0o644)
  install(join(projectRoot, 'src', 'fonts', 'OFL.txt'), join(docs, 'OFL.txt'), 0o644)
  const bill = execFileSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  write(join(docs, 'maktaba.cdx.json'), bill)
  write(join(docs, 'changelog.gz'), packed(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')))
  write(join(docs, 'changelog.Debian.gz'), packed(changesOf(name)))
  write(join(root, 'usr/share/man/man1/maktaba.1.gz'), packed(manualOf(join(root, LIBRARY), name)))
  install(sourceFile('lintian-overrides'), join(root, 'usr/share/lintian/overrides/maktaba'), 0o644)
}

/** Without a time in its head, so that the same text gives the same bytes. */
const packed = (text: string): Buffer => gzipSync(text, { level: 9 })

/** What Debian's tools show of a package; what is new is told in one list for all versions. */
const changesOf = ({ version, time }: PackageName): string =>
  `maktaba (${version}) stable; urgency=medium

  * What is new, and what there is to do: /${DOCS}/changelog.gz

 -- Maktaba <hello@maktaba.example>  ${new Date(time * 1000).toUTCString().replace('GMT', '+0000')}
`

/** What dpkg reads: the fields, the scripts, and the question of a purge. */
export function writeControl(root: string, { version, architecture }: PackageName): void {
  const control = join(root, 'DEBIAN')
  const kilobytes = Math.ceil(sizeOf(root) / 1024)
  mkdirSync(control)
  for (const name of ['config', 'postinst', 'prerm', 'postrm']) install(sourceFile(name), join(control, name), 0o755)
  install(sourceFile('templates'), join(control, 'templates'), 0o644)
  write(
    join(control, 'control'),
    readFileSync(sourceFile('control'), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@KILOBYTES@', String(kilobytes)),
  )
}
