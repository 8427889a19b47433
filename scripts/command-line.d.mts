import type { Command } from "commander";

export function commandLine(name: string, description: string): Command;
export function wholeNumber(min: number, max: number): (text: string) => number;
export function listOf<Part>(read: (text: string) => Part): (text: string) => Part[];
export function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name;
