import { parseAbi } from 'viem/utils'

/**
 * The part of the public ERC-4337 entry point, version 0.8, that the service uses. Its code is third-party.
 */
export const EntryPoint = {
  name: 'EntryPoint',
  isShared: true,
  abi: parseAbi([
    'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
    'function handleOps(PackedUserOperation[] ops, address beneficiary)',
    'function getNonce(address sender, uint192 key) view returns (uint256 nonce)',
    'function getUserOpHash(PackedUserOperation userOp) view returns (bytes32)',
    'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
    'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
    'event BeforeExecution()',
    'error FailedOp(uint256 opIndex, string reason)',
    'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
  ]),
} as const

/** Its address on every chain that has it. */
export const ENTRY_POINT_ADDRESS = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
