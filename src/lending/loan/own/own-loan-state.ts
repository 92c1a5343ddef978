import type { LendingOfBook } from './own-loan.schema.ts'

/** Whether a book can be reserved: no copy is free, and one will be. */
export const isWaitedFor = ({ free, isOnLoan, isAside }: Omit<LendingOfBook, 'own'>): boolean =>
  free === 0 && (isOnLoan || isAside)
