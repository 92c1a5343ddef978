import { BOOKS } from './books.ts'
import { CLASS_SETS } from './class-sets.ts'
import { IMPORTS } from './imports.ts'
import { LENDING } from './lending.ts'
import { LOGIN } from './login.ts'
import { MANAGER } from './manager.ts'
import { MANAGER_ACCOUNT } from './manager-account.ts'
import { READER } from './reader.ts'
import { REMINDERS } from './reminders.ts'
import { SCHOOL_YEAR } from './school-year.ts'
import { SELF_SERVICE } from './self-service.ts'
import { STOCKTAKES } from './stocktakes.ts'
import type { Area } from './screen.ts'
import { STATISTICS } from './statistics.ts'
import { USERS } from './users.ts'

/**
 * All screens and their states, for axe (axe.pages.journey.ts) and for pictures (`npm run screens`). A new one is a line in the
 * file of who sees it: `{ name: 'authors', path: '/app/authors', axe: 'both' }`.
 */
export const AREAS: readonly Area[] = [
  ...LOGIN,
  ...READER,
  ...MANAGER,
  ...MANAGER_ACCOUNT,
  ...BOOKS,
  ...IMPORTS,
  ...USERS,
  ...LENDING,
  ...SCHOOL_YEAR,
  ...CLASS_SETS,
  ...STATISTICS,
  ...REMINDERS,
  ...STOCKTAKES,
  ...SELF_SERVICE,
]

/** The areas with a screen of a name, for journeys that have a server with their settings. */
export const areasWith = (name: string): Area[] =>
  AREAS.filter(({ screens }) => screens.some((screen) => screen.name === name))
