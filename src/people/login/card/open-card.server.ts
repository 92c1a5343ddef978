import { hasOpenCardLately } from '#base/auth/sign-in-card/sign-in-card.server.ts'

/** Whether somebody has a sign-in card that can still be used, for a library that gives them. */
export const readOpenCard = (): Promise<boolean> => hasOpenCardLately()
