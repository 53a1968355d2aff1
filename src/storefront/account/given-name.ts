/** Returns what to call somebody: 'Kavya' for 'Kavya Raman' and for 'R. Kavya'. */
export function givenName(name: string): string {
  const isInitial = (word: string) => word.length < 2 || word.endsWith('.');
  return name.split(/\s+/).find((word) => !isInitial(word)) ?? name;
}
