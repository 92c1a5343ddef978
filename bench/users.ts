import { uuidAt } from './books.ts'
import { makeRandom } from './random.ts'
import { vocabularies } from './vocabulary.ts'

/** Users in addition to every catalogue, as in a town. */
export const USERS = 100_000

export interface GeneratedUser {
  id: string
  name: string
  email: string
  isVerified: boolean
  isOnboarded: boolean
  createdAt: Date
}

const FIRST_DAY = Date.UTC(2021, 0, 1)

/** Endless users, the same in every run, with names in the four languages; some have not been onboarded. */
export function* generateUsers(seed = 4_711): Generator<GeneratedUser, never> {
  const random = makeRandom(seed)
  const language = vocabularies()
  for (let index = 0; ; index++) {
    const name = language(random).author(random)
    const isOnboarded = random() > 0.04
    const createdAt = new Date(FIRST_DAY + index * 60_000)
    yield {
      id: uuidAt(createdAt, random),
      name: isOnboarded ? name : '',
      email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${index}@readers.example`,
      isVerified: random() > 0.02,
      isOnboarded,
      createdAt,
    }
  }
}
