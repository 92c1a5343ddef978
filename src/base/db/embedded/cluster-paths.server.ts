import { createHash } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Account, accountName, isRoot, replaceFile, serviceAccount } from './account.server.ts'
import { MAJOR, canEnter, canRun, installedBinaries } from './binaries.server.ts'
import { EmbeddedError, codeOf, refusal } from './embedded-error.server.ts'
import {
  SYSTEM_FOLDER,
  exists,
  makeFolder,
  makeSystemFolder,
  ownerOf,
  requireFolderAccess,
  secureFolder,
} from './folder.server.ts'

const POINTER = 'postgres.place'
const CLUSTER = 'postgres'

/** Where the cluster lives, and as which user it runs. */
export interface ClusterPaths {
  /** The real path of the data folder. */
  dataDir: string
  /** The folder of cluster, locks, passwords and log: the data folder, or one under /var/lib/maktaba. */
  home: string
  cluster: string
  /** Where a copy of the binaries goes if the account cannot reach the installed ones. */
  systemFolder: string
  /** The user that PostgreSQL runs as; undefined where that is our own. */
  account: Account | undefined
}

/** A short name that stands for a path. */
export const pathHash = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16)

/** Makes the data folder and finds where its cluster lives, or would live. A place once taken is kept. */
export async function findClusterPaths(path: string): Promise<ClusterPaths> {
  const dataDir = await makeFolder(resolve(path))
  const pointed = await readPointer(dataDir)
  const systemFolder = pointed ?? join(SYSTEM_FOLDER, pathHash(dataDir))
  if (!isRoot()) {
    const home = pointed ?? dataDir
    await secureFolder(home, undefined)
    return { dataDir, home, cluster: join(home, CLUSTER), systemFolder, account: undefined }
  }
  const existing = pointed ?? (await firstWithCluster([dataDir, systemFolder]))
  const account = await serviceAccount([await ownerOf(join(existing ?? dataDir, CLUSTER)), await ownerOf(dataDir)])
  if (!account) {
    throw new EmbeddedError(
      'PostgreSQL refuses to run as root and there is no user postgres or nobody: start Maktaba as an ordinary user, or set DATABASE_URL',
    )
  }
  const home = existing ?? ((await isReachable(dataDir, account)) ? dataDir : await makeSystemFolder(systemFolder))
  if (home !== dataDir) await secureFolder(dataDir, undefined)
  await secureFolder(home, account)
  return { dataDir, home, cluster: join(home, CLUSTER), systemFolder, account }
}

/** Notes in the data folder where its cluster lives, so that it is found even when the data folder moves. */
export async function rememberClusterPaths({ dataDir, home }: ClusterPaths): Promise<void> {
  const pointer = join(dataDir, POINTER)
  const isNoted = home === dataDir || (await exists(pointer))
  if (!isNoted) await replaceFile(pointer, `${home}\n`)
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, POINTER)
  const home = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
  if (home === undefined) return undefined
  await requireFolderAccess(home).catch((error: unknown) => {
    throw new EmbeddedError(
      `The database of ${dataDir} lives in ${home}, which cannot be used: bring it back, start Maktaba as root, or remove ${file} to begin with an empty one`,
      { cause: error },
    )
  })
  return home
}

async function firstWithCluster(homes: string[]): Promise<string | undefined> {
  for (const home of homes) if ((await ownerOf(join(home, CLUSTER))) !== undefined) return home
  return undefined
}

/** Really tries, as that account: modes alone don't tell (ACLs, containers, network file systems). */
async function isReachable(dataDir: string, account: Account): Promise<boolean> {
  const binaries = await installedBinaries()
  if (!(await canRun(binaries, account)) || !(await canEnter(dataDir, binaries, account))) return false
  await secureFolder(dataDir, account)
  return canEnter(join(dataDir, CLUSTER), binaries, account)
}

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
