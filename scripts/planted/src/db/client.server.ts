export const db = 'planted'
