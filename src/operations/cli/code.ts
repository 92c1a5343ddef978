import { Option, type Command } from 'commander'
import { locales } from '#base/i18n/locale.ts'

const HELP = `
Codes are kept on the server while the library sends no email: after a manager has set an email server they are sent. All
managers are told that a code was read here, and it stands in the security log. Before the library has its first manager this
names the address of the set-up instead, with its key.`

/** `code`: what a person who may read the library's folder is asked for by a page. */
export function addCode(program: Command): Command {
  return program
    .command('code')
    .description('show the codes that were asked for and may still be valid, while the library sends no email')
    .addOption(new Option('--language <code>', 'the language of the words').choices(locales).default('en'))
    .addHelpText('after', HELP)
    .action(async ({ language }: { language: (typeof locales)[number] }) => {
      const { showCodes } = await import('./code-actions.ts')
      process.stdout.write(`${await showCodes(language)}\n`)
    })
}
