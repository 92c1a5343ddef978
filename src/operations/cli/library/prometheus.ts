import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasGroup, run } from './host-programs.ts'
import { hostedLibraries, SETTINGS_FOLDER, type HostedLibrary } from './hosted-library.ts'

/** The group of Debian's Prometheus. */
const READERS = 'prometheus'

/**
 * Writes what Prometheus needs: `prometheus.yml`, a job for each library with its token (`scrape_config_files`), which only root and
 * Prometheus may read, and `targets.json`, their addresses without one, for probes from outside.
 */
export async function writeTargets(): Promise<void> {
  const libraries = await hostedLibraries()
  const targets = libraries.map(({ name, address }) => {
    const { host, protocol } = new URL(address)
    return { targets: [host], labels: { library: name, __scheme__: protocol.slice(0, -1) } }
  })
  await write('targets.json', `${JSON.stringify(targets, null, 2)}\n`, 0o644)
  const jobs = libraries.flatMap((library) => (library.metricsToken === undefined ? [] : [jobOf(library)]))
  // JSON is YAML.
  const head = '# Written by maktaba library add and remove: a job for each library, through its proxy.\n'
  await write('prometheus.yml', `${head}${JSON.stringify({ scrape_configs: jobs }, null, 2)}\n`, 0o640)
}

function jobOf({ name, address, metricsToken }: HostedLibrary) {
  const { host, protocol } = new URL(address)
  return {
    job_name: `maktaba-${name}`,
    scheme: protocol.slice(0, -1),
    metrics_path: '/api/metrics',
    authorization: { credentials: metricsToken },
    static_configs: [{ targets: [host], labels: { library: name } }],
  }
}

/** Writes a file that is whole at once, with its mode from the first byte on: the jobs hold tokens. */
async function write(name: string, text: string, mode: number): Promise<void> {
  const file = join(SETTINGS_FOLDER, name)
  const part = `${file}.part`
  await writeFile(part, text, { mode })
  if (mode === 0o640 && hasGroup(READERS)) run('chgrp', READERS, part)
  await rename(part, file)
}
