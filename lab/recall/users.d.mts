export interface Message {
  kind: 'direct' | 'indirect' | 'small-talk' | 'general';
  text: string;
  needs: string[];
}

export interface Person {
  name: string;
  facts: { key: string; content: string }[];
  messages: Message[];
}

export function people(): Person[];
