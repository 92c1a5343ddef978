import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Sentence } from '#base/ui/sentence.tsx'
import type { Sheet } from './sheet.schema.ts'

interface Step {
  title: string
  text: ReactNode
}

/** Words of the computer: left to right in every language. */
const Name = ({ children }: { children: string }) => (
  <b dir="ltr" className="whitespace-nowrap">
    {children}
  </b>
)
const Line = ({ children }: { children: string }) => (
  <code dir="ltr" className="font-mono text-[0.9em] [overflow-wrap:anywhere]">
    {children}
  </code>
)

/** The five steps, by how Maktaba was installed. */
export function stepsOf(sheet: Sheet): Step[] {
  const { installation, installCommand } = sheet
  if (installCommand !== undefined) return stepsByCommand(sheet, installCommand)
  const choice = m.setup_backup()
  const isPackage = installation === 'package'
  return [
    { title: m.sheet_1(), text: isPackage && sheet.hasPackage ? m.sheet_1_package() : m.sheet_1_net() },
    { title: m.sheet_2(), text: isPackage ? <InstallPackage {...sheet} /> : <InstallSources /> },
    isPackage
      ? { title: m.sheet_3(), text: m.sheet_3_text({ choice }) }
      : { title: addressSentence(sheet), text: m.sheet_3_text({ choice }) },
    { title: m.sheet_4(), text: m.sheet_4_text() },
    { title: m.sheet_5(), text: m.sheet_5_text() },
  ]
}

const addressSentence = ({ address }: Sheet): string => m.sheet_3_sources({ address: `\u2068${address}\u2069` })

function InstallPackage({ hasPackage }: Sheet) {
  const file = <Name>maktaba.deb</Name>
  return hasPackage ? (
    <Sentence text={m.sheet_2_package} parts={{ folder: <Name>Maktaba</Name>, file }} />
  ) : (
    <Sentence text={m.sheet_2_package_alone} parts={{ file }} />
  )
}

const InstallSources = () => <Sentence text={m.sheet_2_sources} parts={{ command: <Line>npm ci && npm start</Line> }} />

/** For a server that is looked after by who knows commands: its page of the set-up is not open on its own machine alone. */
function stepsByCommand({ restoreCommands, cardCommand }: Sheet, install: string): Step[] {
  return [
    { title: m.sheet_1(), text: m.sheet_1_net() },
    { title: m.sheet_2(), text: <Line>{install}</Line> },
    { title: m.sheet_3_command(), text: m.sheet_3_command_text() },
    {
      title: m.sheet_4_command(),
      text: restoreCommands.map((line) => (
        <span key={line} className="block">
          <Line>{line}</Line>
        </span>
      )),
    },
    {
      title: m.sheet_5_command(),
      text: <Sentence text={m.sheet_5_command_text} parts={{ command: <Line>{cardCommand}</Line> }} />,
    },
  ]
}
