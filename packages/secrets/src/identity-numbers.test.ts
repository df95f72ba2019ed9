import { describe, expect, it } from 'vitest';
import { findSecrets } from './index.ts';

const told = (text: string) =>
  findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe('identity numbers', () => {
  it.each([
    ['529.982.247-25', '529.982.247-26'],
    ['11010519491231002X', '110105194912310021'],
    ['X1234567L', 'X1234567A'],
    ['12345678-Z', '12345678-A'],
    ['1 84 12 76 451 089 46', '1 84 12 76 451 089 47'],
    ['900101-1234568', '900101-1234567'],
  ])('are recognised without a label if their check digits are valid: %s', (right, wrong) => {
    expect(told(`here: ${right}, thanks`)).toEqual([['identity_number', right]]);
    expect(told(`here: ${wrong}, thanks`)).toEqual([]);
  });

  it.each([
    ['my SSN is ', '219-09-9998'],
    ['Steuer-ID: ', '86 095 742 719'],
    ['Rentenversicherungsnummer ', '15 070649 C 103'],
    ['mi DNI es ', '12345678Z'],
    ['マイナンバーは', '123456789018'],
    ['National Insurance number: ', 'AB123456C'],
  ])('are recognised by the word before them, but not without it: %s%s', (label, number) => {
    expect(told(label + number)).toEqual([['identity_number', number]]);
    expect(told(`delivery ${number} came`)).toEqual([]);
  });

  it('are recognised by the word after them', () => {
    expect(told('219-09-9998 is my social security number')).toEqual([
      ['identity_number', '219-09-9998'],
    ]);
  });

  it('are not recognised if the text says that it is another number', () => {
    expect(told('order 529.982.247-25 was sent')).toEqual([]);
  });
});
