/** A drive that a manager has chosen for backups, known by the UUID of its file system. */
export interface ChosenDrive {
  uuid: string
  /** The label of the drive when it was chosen; may be empty. */
  label: string
}

/** The folder of a drive that is lent to the library, and nothing beside it. */
export const LENT_FOLDER = 'Maktaba'

/** What stands for a chosen drive where else the path of a folder does: `usb:1234-ABCD/BAOBABS`. */
export const driveFolder = ({ uuid, label }: ChosenDrive): string => `usb:${uuid}/${label}`

/** The drive that is chosen; undefined where it is the path of a folder. */
export function chosenDrive(folder: string): ChosenDrive | undefined {
  const [, uuid, label] = /^usb:([0-9A-Za-z-]{4,40})\/([^/]*)$/.exec(folder) ?? []
  return uuid === undefined || label === undefined ? undefined : { uuid, label }
}

/** What people call a drive. */
export const driveName = ({ uuid, label }: ChosenDrive): string => (label === '' ? uuid : label)

/** What people call the place that backups are copied to. */
export function secondFolderName(folder: string): string {
  const drive = chosenDrive(folder)
  return drive ? driveName(drive) : folder
}
