export function takeFields(text: string): string;
