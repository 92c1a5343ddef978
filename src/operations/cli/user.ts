import { Option, type Command } from 'commander'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `user add|promote|card|list`. */
export function addUser(program: Command): Command {
  const user = program.command('user').description('add, promote and list the people who use the library')
  user
    .command('add')
    .description('add a user, who then signs in with a code by email')
    .argument('<email>')
    .option('--name <name>', 'their name; without it they are asked at the first sign-in')
    .option('--admin', 'give them role admin')
    .action(async (email: string, options: { name?: string; admin?: true }) => {
      const { addPerson } = await import('./user-actions.ts')
      say(await addPerson(email, options.name, options.admin ?? false))
    })
  user
    .command('promote')
    .description('give a user role admin beside the roles they have')
    .argument('<email>')
    .action(async (email: string) => {
      const { promotePerson } = await import('./user-actions.ts')
      say(await promotePerson(email))
    })
  user
    .command('card')
    .description('make a sign-in card, for a user without mail or a manager who is locked out; its code signs in once')
    .argument('<email>')
    .addOption(new Option('--days <number>', 'how long it is valid').choices(['1', '7', '30', '120']).default('1'))
    .action(async (email: string, options: { days: string }) => {
      const { makeCard } = await import('./user-actions.ts')
      say(await makeCard(email, Number(options.days)))
    })
  user
    .command('list')
    .description('list users by email: address, name, role, since when they are onboarded and here (UTC)')
    .option('--search <text>', 'only those whose address or name contains this; case and accents do not matter')
    .action(async (options: { search?: string }) => {
      const { listPeople } = await import('./user-actions.ts')
      say(await listPeople(options.search ?? ''))
    })
  return user
}
