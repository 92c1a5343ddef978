import { env, type Env } from './env.server.ts'

/** What the library may decide itself, where no variable of the environment does; null is not decided. */
export interface Decisions {
  name: string | null
  contactEmail: string | null
  signup: boolean | null
}

/** The variable that decides a setting for the library. */
export const VARIABLES = {
  contactEmail: 'CONTACT_EMAIL',
  signup: 'SIGNUP',
} as const satisfies Partial<Record<keyof Decisions, string>>

const UNDECIDED: Decisions = { name: null, contactEmail: null, signup: null }

let decided = UNDECIDED

/** Takes over what the library has decided. `db/library-settings.server.ts` alone calls it. */
export function setDecisions(decisions: Decisions): void {
  decided = decisions
}

/**
 * The settings that hold: a variable of the environment, else what the library has decided, else the default. As fresh as
 * `librarySettings`, which every request and job awaits first.
 */
export function inForce({ library }: Pick<Env, 'library'> = env()) {
  return {
    /** Null while it has none of its own: then the product's name stands in its place. */
    name: decided.name,
    contactEmail: library.contactEmail ?? decided.contactEmail ?? 'hello@maktaba.example',
    /** Whether people may sign up whom no manager has added. */
    signup: library.signup ?? decided.signup ?? true,
  }
}
