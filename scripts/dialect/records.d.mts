export function takeRecords(text: string, fileName?: string): string;
