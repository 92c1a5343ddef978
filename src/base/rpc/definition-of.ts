/** What a procedure of oRPC was declared with: its route, schemas and meta data. oRPC keeps them under this name alone. */
export const definitionOf = <Definition>(procedure: { '~orpc': Definition }): Definition => procedure['~orpc']
