import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import { chosenDrive, driveName, LENT_FOLDER } from '#base/lib/drive/chosen-drive.ts'
import type { SecondFolder } from '../second-folder/second-folder.schema.ts'

type Problem = NonNullable<SecondFolder['problem']>

const PROBLEMS: Record<Problem, (folder: string) => string> = {
  absent: (folder) => m.second_folder_absent({ folder }),
  other_drive: (folder) => m.second_folder_other_drive({ folder }),
  other_library: (folder) => m.second_folder_other_library({ folder }),
  read_only: (folder) => m.second_folder_read_only({ folder }),
  forbidden: (folder) => m.second_folder_forbidden({ folder }),
  no_room: (folder) => m.second_folder_no_room({ folder }),
  failed: (folder) => m.second_folder_broken({ folder }),
  other_stick: (name) => m.second_folder_stick_other({ name }),
  busy: (name) => m.second_folder_stick_busy({ name }),
  clone: (name) => m.second_folder_stick_clone({ name }),
  link: (name) => m.second_folder_stick_link({ name, folder: typed(LENT_FOLDER) }),
  type: (name) => m.second_folder_stick_type({ name }),
  system: (name) => m.second_folder_stick_system({ name }),
  helper: (name) => m.second_folder_stick_helper({ name, command: typed('journalctl -u maktaba-drive') }),
}

/** Where a chosen drive is spoken of in other words than a folder. */
const OF_STICK: Partial<Record<Problem | 'good', (name: string) => string>> = {
  good: (name) => m.second_folder_stick_good({ name }),
  absent: (name) => m.second_folder_stick_absent({ name }),
}

function problemText(problem: Problem | 'good', folder: string): string {
  const drive = chosenDrive(folder)
  const ofStick = drive && OF_STICK[problem]
  if (ofStick) return ofStick(isolated(driveName(drive)))
  const place = drive ? isolated(driveName(drive)) : typed(folder)
  return problem === 'good' ? m.second_folder_good({ folder: place }) : PROBLEMS[problem](place)
}

/** Where backups are copied to. */
export const placeText = (folder: string): string => problemText('good', folder)

/** Where backups are copied to or why they are not, and how new the newest is; `instant` words a time. */
export function secondFolderText(
  { folder, newestAt, problem, isOld }: SecondFolder,
  instant: (at: Date) => string,
): string {
  const first = problemText(problem ?? 'good', folder)
  const newest = newestAt ? m.second_folder_newest({ at: instant(newestAt) }) : m.second_folder_first()
  return [first, newest, ...(isOld ? [m.second_folder_old()] : [])].join(' ')
}

const REFUSALS: Record<'absent' | 'not_absolute' | 'not_folder' | 'inside' | 'no_room', () => string> = {
  absent: m.second_folder_missing,
  not_absolute: m.second_folder_not_absolute,
  not_folder: m.second_folder_not_folder,
  inside: m.second_folder_inside,
  no_room: m.second_folder_small,
}

/** Why a folder is not taken. */
export const folderRefusal = (problem: Problem | keyof typeof REFUSALS, folder: string): string =>
  isRefusal(problem) && !(chosenDrive(folder) && problem === 'absent')
    ? REFUSALS[problem]()
    : problemText(problem, folder)

const isRefusal = (problem: string): problem is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, problem)
