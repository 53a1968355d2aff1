// Recognizes and checks backups: database files with two tables besides the shop's own.
import { DatabaseSync } from 'node:sqlite';

export const backupTables = `
  create table backup (made_at text not null);
  create table backup_picture (name text not null primary key, bytes blob not null);
`;

/** Returns whether the file is a backup of a shop, damaged or not. */
export function isBackup(file: string): boolean {
  try {
    return (
      read(file, (database) => database.prepare('select made_at from backup').get()) !== undefined
    );
  } catch {
    return false;
  }
}

/** Returns whether the file passes SQLite's integrity check. */
export function isSound(file: string): boolean {
  try {
    const check = read(file, (database) => database.prepare('pragma integrity_check').all());
    return check.length === 1 && check[0]?.['integrity_check'] === 'ok';
  } catch {
    return false;
  }
}

function read<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
