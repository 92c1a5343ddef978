import { formatBytes } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

interface Sending {
  file: Pick<File, 'name' | 'size'>
  /** Bytes that the server has. */
  sent: number
}

/** What a progress says of a file that is being sent. */
export const sendingWords = ({ file, sent }: Sending): { label: string; text: string } => ({
  label: m.import_sending({ filename: file.name }),
  text: m.import_sent({ sent: formatBytes(sent), total: formatBytes(file.size) }),
})
