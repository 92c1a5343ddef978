import { createServerFn } from '@tanstack/react-start'
import { readOpenCard } from './open-card.server.ts'

/** Whether somebody has a sign-in card that can still be used: `/login` names that way only then. */
export const getHasOpenCard = createServerFn({ method: 'GET' }).handler(() => readOpenCard())
