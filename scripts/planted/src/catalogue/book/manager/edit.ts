export const edit = 'planted'
