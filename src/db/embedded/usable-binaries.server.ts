import type { Account } from './account.server.ts'
import { copyBinaries } from './binaries-copy.server.ts'
import { type Binaries, installedBinaries } from './binaries.server.ts'
import { runCommand } from './command.server.ts'
import { makeRefuge, secureFolder } from './folder.server.ts'

/** Whether the account can execute the binaries where they are. */
export async function canRun(binaries: Binaries, account: Account): Promise<boolean> {
  return runCommand(binaries.postgres, ['--version'], account).then(
    ({ isDone }) => isDone,
    () => false,
  )
}

/** Whether the account gets as far as `path`, there or not. The binaries must be within its reach. */
export async function canEnter(path: string, binaries: Binaries, account: Account): Promise<boolean> {
  const { output } = await runCommand(binaries.pgCtl, ['status', '-D', path], account)
  return !output.includes('could not access directory')
}

/** The binaries that the cluster's account can run: the installed ones, or else a copy of them under `refuge`. */
export async function usableBinaries({
  account,
  refuge,
}: {
  account: Account | undefined
  refuge: string
}): Promise<Binaries> {
  const binaries = await installedBinaries()
  if (!account || (await canRun(binaries, account))) return binaries
  await secureFolder(await makeRefuge(refuge), account)
  return copyBinaries(binaries, refuge)
}
