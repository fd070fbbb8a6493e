import { Database } from 'bun:sqlite'

/**
 * Another program that works on a database file. It reads one number a line, holds the write lock for as many milliseconds,
 * and prints `locked` and `released`.
 */
const [file = ''] = process.argv.slice(2)
const db = new Database(file)
db.run('PRAGMA busy_timeout = 60000')
console.log('ready')
for await (const line of console) {
  db.run('BEGIN IMMEDIATE')
  console.log('locked')
  await Bun.sleep(Number(line))
  db.run('ROLLBACK')
  console.log('released')
}
