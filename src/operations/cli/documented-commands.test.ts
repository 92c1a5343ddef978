import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { addVerbs } from './verbs.ts'

/** How documents begin a command. */
const BEGINNING =
  /^(?:npm run maktaba -- |(?:docker compose exec maktaba )?node dist\/cli\/maktaba\.js |sudo maktaba )(?:--library \w+ )?/

const pages = ['README.md', ...['docs', 'docs/fr'].flatMap((folder) => markdownIn(folder))]

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(projectRoot, folder))
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
}

/** The commands of a page, in blocks and in sentences, without what is before the verb. */
function commandsOf(page: string): string[] {
  const parts = readFileSync(join(projectRoot, page), 'utf8').split(/^\s*```.*$/m)
  const typed = parts.flatMap((part, index) =>
    index % 2 === 1
      ? part.split('\n').map((line) => line.replace(/\s+#.*/, ''))
      : [...part.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' ')),
  )
  return typed.flatMap((line) =>
    BEGINNING.test(line)
      ? [
          line
            .replace(BEGINNING, '')
            .replace(/ > \S+$/, '')
            .trim(),
        ]
      : [],
  )
}

/** Parses a command and runs nothing. Throws what the command line would say. */
async function parse(command: string): Promise<void> {
  const program = new Command()
  addVerbs(program)
  const silence = (one: Command): void => {
    one.exitOverride().configureOutput({ writeErr: () => undefined })
    if (one.commands.length === 0) one.action(() => undefined)
    for (const verb of one.commands) silence(verb)
  }
  silence(program)
  const words = command.match(/"[^"]*"|\S+/g) ?? []
  await program.parseAsync(words, { from: 'user' })
}

const documented = pages.flatMap((page) => commandsOf(page).map((command) => ({ page, command })))

test('every command that the documents name is one that the command line takes', async () => {
  const refused: string[] = []
  for (const { page, command } of documented.filter(({ command }) => !command.startsWith('<')))
    await parse(command).catch((error: unknown) => refused.push(`${page}: ${command}: ${String(error)}`))
  expect(refused).toEqual([])
  expect(documented.length).toBeGreaterThan(40)
  await expect(parse('library add NAME --from FILE')).rejects.toThrow(/address|--admin/)
})
