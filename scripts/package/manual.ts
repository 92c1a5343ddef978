import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The manual page `maktaba(1)` as roff: the verbs are those that the built command line names. */
export function manualOf(library: string, { version, time }: { version: string; time: number }): string {
  const help = execFileSync(process.execPath, [join(library, 'dist/cli/maktaba.js'), '--help'], { encoding: 'utf8' })
  const verbs = verbsOf(help).map(({ usage, about }) => `.TP\n.B ${escaped(usage)}\n${escaped(about)}`)
  const date = new Date(time * 1000).toISOString().slice(0, 10)
  return `.TH MAKTABA 1 "${date}" "Maktaba ${escaped(version)}" "Maktaba"
.SH NAME
maktaba \\- look after a library of books
.SH SYNOPSIS
.B sudo maktaba
.RB [ \\-\\-library
.IR NAME ]
.I VERB
.RI [ "options and arguments" ]
.br
.B maktaba \\-\\-version
.SH DESCRIPTION
Runs a verb on the library of this computer, as the user of its service and with its settings; with
.B \\-\\-library
on one of many that
.B maktaba library add
has made here. Each verb says more with
.BR \\-\\-help .
The service is
.BR maktaba.service ,
or
.BR maktaba@ NAME .service .
.SH VERBS
${verbs.join('\n')}
.SH EXIT STATUS
0 when all went well, 1 when it did not, 2 for a wrong use.
.SH FILES
.TP
.I /etc/maktaba/maktaba.env
Settings, read by the service at its start.
.TP
.I /var/lib/maktaba
The library: database, backups, mails.
.TP
.I /usr/share/doc/maktaba/operations.md
The handbook for who runs it.
.TP
.I /usr/share/doc/maktaba/changelog.gz
What is new in each version.
`
}

interface Verb {
  usage: string
  about: string
}

/** The verbs that the help lists, whose descriptions may go over several lines. */
function verbsOf(help: string): Verb[] {
  const [, list = ''] = /^Commands:\n((?: .*\n)+)/m.exec(help) ?? []
  const verbs: Verb[] = []
  for (const line of list.split('\n')) {
    const [, usage, about = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? []
    const last = verbs.at(-1)
    if (usage !== undefined) verbs.push({ usage, about })
    else if (last) last.about = `${last.about} ${line.trim()}`.trim()
  }
  if (verbs.length === 0) throw new Error('The help of the command line lists no verbs')
  return verbs.filter(({ usage }) => !usage.startsWith('help '))
}

/** In roff a backslash begins a command, a hyphen may become a dash, and a full stop at the beginning of a line is a command. */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gm, '\\&$&')
