import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillFolder } from '#base/db/backup/second-folder/fill-folder.server.ts'
import { withDrive } from '#base/db/backup/second-folder/lent-drive.server.ts'
import { backupFolderIn, folderProblem, takeFolder } from '#base/db/backup/second-folder/second-folder.server.ts'

// Stands for the server in the trial of drives, as its user and in its unit: what a file orders is copied by what the server copies with.

const DATA = '/var/lib/maktaba'
const MARK = '01890000-0000-7000-8000-000000000000'

interface Order {
  uuid: string
  /** Milliseconds for which the drive is kept after the copying. */
  keep: number
}

await mkdir(`${DATA}/backups`, { recursive: true })
for (;;) {
  const text = await readFile(`${DATA}/order.json`, 'utf8').catch(() => '')
  if (text === '') await sleep(50)
  else {
    await rm(`${DATA}/order.json`)
    await writeFile(`${DATA}/answer.part`, await carriedOut(JSON.parse(text)))
    await rm(`${DATA}/answer`, { force: true })
    await writeFile(`${DATA}/answer`, await readFile(`${DATA}/answer.part`))
  }
}

async function carriedOut({ uuid, keep }: Order): Promise<string> {
  try {
    return await withDrive(uuid, async (place) => {
      await takeFolder(place, { dataDir: DATA, mark: MARK, bytes: 0 })
      await fillFolder(DATA, backupFolderIn(place), { mayDelete: true, signal: new AbortController().signal })
      await writeFile(`${DATA}/kept`, '')
      await sleep(keep)
      return 'copied'
    })
  } catch (error) {
    return folderProblem(error)
  }
}
