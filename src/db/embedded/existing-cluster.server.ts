import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountName } from './account.server.ts'
import { MAJOR } from './binaries.server.ts'
import { codeOf, EmbeddedError, refusal } from './embedded-error.server.ts'
import type { ClusterPaths } from './cluster-paths.server.ts'

/**
 * Whether there is a cluster that these binaries can open; false where there is room to make one.
 * Touches nothing. Throws EmbeddedError for anything else that lies there.
 */
export async function hasCluster({ cluster, account }: ClusterPaths): Promise<boolean> {
  try {
    const { uid } = await stat(cluster)
    const names = await readdir(cluster)
    if (names.length === 0) return false
    if (!names.includes('PG_VERSION')) {
      throw new EmbeddedError(
        `${cluster} is not empty and no PostgreSQL cluster: move it away, or set DATA_DIR to another folder`,
      )
    }
    await checkOwner(cluster, uid, account?.uid ?? process.getuid?.())
    await checkVersion(cluster)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw await refusal(cluster, error)
  }
}

async function checkOwner(cluster: string, owner: number, needed: number | undefined): Promise<void> {
  // Windows knows no uid.
  if (needed === undefined || owner === needed) return
  const [theirs, ours] = [await accountName(owner), await accountName(needed)]
  throw new EmbeddedError(
    `${cluster} belongs to ${theirs}, but PostgreSQL would run as ${ours}: start Maktaba as the user that made it, or hand it over with chown -R ${ours} ${cluster}`,
  )
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version === MAJOR) return
  throw new EmbeddedError(
    Number(version) < Number(MAJOR)
      ? `${cluster} was made by PostgreSQL ${version}, this Maktaba brings ${MAJOR}: carry it over with pg_upgrade or a dump, or start the Maktaba that made it`
      : `${cluster} was made by PostgreSQL ${version}, this Maktaba brings only ${MAJOR}: start the newer Maktaba that made it, or set DATA_DIR to another folder`,
  )
}
