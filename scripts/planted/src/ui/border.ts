import '#db/client.server.ts'
