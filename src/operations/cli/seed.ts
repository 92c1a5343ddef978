import { Argument, InvalidArgumentError, type Command } from 'commander'

interface SeedOptions {
  removeSamples?: boolean
  genre?: string
  hue?: number
}

/** `seed [genres|sample]`, `seed --genre NAME [--hue N]`, `seed --remove-samples`. */
export const addSeed = (program: Command): Command =>
  program
    .command('seed')
    .description('add the genres and the sample books that are not there yet, or one genre; or remove the sample books')
    .addArgument(new Argument('[kind]', 'what to add').choices(['genres', 'sample']))
    .option('--genre <name>', 'add one genre of this name')
    .option('--hue <degrees>', 'its hue, 0 to 359; by default one that follows from the name', readHue)
    .option('--remove-samples', 'remove the sample books that nobody has changed or uses')
    .action(async (kind: string | undefined, { genre, hue, removeSamples }: SeedOptions, command: Command) => {
      if (removeSamples && (kind ?? genre ?? hue) !== undefined)
        command.error('error: --remove-samples adds nothing: leave out what to add')
      if (genre !== undefined && kind !== undefined)
        command.error('error: --genre adds one genre: leave out what to add')
      if (genre === undefined && hue !== undefined) command.error('error: --hue belongs to --genre')
      const { addGenre, addSeeds, dropSamples } = await import('./seed-actions.ts')
      const add = () => (genre === undefined ? addSeeds(kind ?? 'sample') : addGenre(genre, hue))
      process.stdout.write(`${await (removeSamples ? dropSamples() : add())}\n`)
    })

function readHue(text: string): number {
  const hue = Number(text)
  if (/^\d+$/.test(text) && hue <= 359) return hue
  throw new InvalidArgumentError('Allowed is a whole number from 0 to 359.')
}
