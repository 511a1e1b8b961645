// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IAccount, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";

/**
 * The part of an ERC-4337 0.8 entry point that sponsored operations need, written from the text of the ERC for the
 * embedded chain. It takes no fees, no deposits, no paymasters and deploys no accounts. Public chains have the public
 * entry point at the same address; this one must never be deployed there.
 */
contract DevelopmentEntryPoint {
    using ERC4337Utils for PackedUserOperation;

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant OPERATION_TYPEHASH =
        keccak256(
            "PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)"
        );
    /// What the entry point itself needs after the call of an operation.
    uint256 private constant GAS_AFTER_CALL = 10_000;
    uint256 private constant MAX_REVERT_BYTES = 2048;

    mapping(address sender => mapping(uint192 key => uint256)) private _counters;

    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );
    event UserOperationRevertReason(
        bytes32 indexed userOpHash,
        address indexed sender,
        uint256 nonce,
        bytes revertReason
    );
    event BeforeExecution();

    error FailedOp(uint256 opIndex, string reason);
    error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner);
    error Reentrancy();

    /// Validates all operations, then executes each. An invalid operation reverts everything; one whose calls revert does not.
    function handleOps(PackedUserOperation[] calldata ops, address payable beneficiary) external {
        // Only a key may submit operations, so that no operation can submit others.
        if (tx.origin != msg.sender) revert Reentrancy();
        bytes32[] memory hashes = new bytes32[](ops.length);
        for (uint256 i = 0; i < ops.length; i++) {
            hashes[i] = getUserOpHash(ops[i]);
            _validate(i, ops[i], hashes[i]);
        }
        emit BeforeExecution();
        for (uint256 i = 0; i < ops.length; i++) _execute(i, ops[i], hashes[i]);
        require(beneficiary != address(0), "AA90 invalid beneficiary");
    }

    function getNonce(address sender, uint192 key) external view returns (uint256 nonce) {
        return _counters[sender][key] | (uint256(key) << 64);
    }

    function getUserOpHash(PackedUserOperation calldata op) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("ERC4337"), keccak256("1"), block.chainid, address(this))
        );
        bytes32 content = keccak256(
            abi.encode(
                OPERATION_TYPEHASH,
                op.sender,
                op.nonce,
                keccak256(op.initCode),
                keccak256(op.callData),
                op.accountGasLimits,
                op.preVerificationGas,
                op.gasFees,
                keccak256(op.paymasterAndData)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, content));
    }

    function _validate(uint256 index, PackedUserOperation calldata op, bytes32 userOpHash) private {
        if (op.initCode.length > 0) revert FailedOp(index, "AA13 initCode failed or OOG");
        if (op.paymasterAndData.length > 0) revert FailedOp(index, "AA30 paymaster not deployed");
        if (op.maxFeePerGas() > 0) revert FailedOp(index, "AA21 didn't pay prefund");
        if (op.sender.code.length == 0) revert FailedOp(index, "AA20 account not deployed");
        (bool isDone, bytes memory result) = op.sender.call{gas: op.verificationGasLimit()}(
            abi.encodeCall(IAccount.validateUserOp, (op, userOpHash, 0))
        );
        if (!isDone || result.length != 32) revert FailedOpWithRevert(index, "AA23 reverted", _shorten(result));
        uint192 key = uint192(op.nonce >> 64);
        if (_counters[op.sender][key]++ != uint64(op.nonce)) revert FailedOp(index, "AA25 invalid account nonce");
        (address aggregator, bool isOutOfTime) = ERC4337Utils.getValidationData(abi.decode(result, (uint256)));
        if (aggregator != address(0)) revert FailedOp(index, "AA24 signature error");
        if (isOutOfTime) revert FailedOp(index, "AA22 expired or not due");
    }

    function _execute(uint256 index, PackedUserOperation calldata op, bytes32 userOpHash) private {
        uint256 gasBefore = gasleft();
        uint256 callGas = op.callGasLimit();
        // A submitter who gives too little gas must not make the operation fail: it would use the nonce.
        if ((gasBefore * 63) / 64 < callGas + GAS_AFTER_CALL) revert FailedOp(index, "AA95 out of gas");
        (bool isDone, bytes memory result) = op.sender.call{gas: callGas}(op.callData);
        if (!isDone && result.length > 0)
            emit UserOperationRevertReason(userOpHash, op.sender, op.nonce, _shorten(result));
        emit UserOperationEvent(userOpHash, op.sender, address(0), op.nonce, isDone, 0, gasBefore - gasleft());
    }

    function _shorten(bytes memory data) private pure returns (bytes memory) {
        if (data.length <= MAX_REVERT_BYTES) return data;
        assembly ("memory-safe") {
            mstore(data, MAX_REVERT_BYTES)
        }
        return data;
    }
}
