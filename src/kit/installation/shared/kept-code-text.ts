import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import type { Installation } from '../installation.schema.ts'

/** Where the code of a sign-in is found while the library sends no mail: no page shows it. */
export function keptCodeText({ codes: { installation, command } }: Pick<Installation, 'codes'>): string {
  if (installation === 'sources') return m.code_kept_sources()
  if (installation === 'package') return m.code_kept_package({ command: typed(command) })
  return m.code_kept_server({ command: typed(command) })
}
